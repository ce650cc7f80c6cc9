/** Who can log in to the sandbox's n8n. It listens on the loopback interface only. */
export const OWNER_EMAIL = 'owner@example.com';
export const OWNER_PASSWORD = 'Sandbox-2026';

/** bcrypt of the password, as n8n wants it. */
export const OWNER_PASSWORD_HASH = '$2a$10$mK/lXD94QBlsSWTjQRsbp.K/KBK2WARweRU9HWE1FBO7BM7M8PfNa';
