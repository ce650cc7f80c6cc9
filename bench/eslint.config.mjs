// What is here never ships: n8n's rules for a node's code aren't for it, `eslint.house.config.mjs` is.
export default [{ ignores: ['**'] }];
