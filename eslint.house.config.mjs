import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBasePlugin from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const SHIPPED = ['package.json', 'nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}'];

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'coverage/',
			'.sandbox/',
			'**/node_modules/',
			'**/package-lock.json',
			'**/tsconfig.json',
		],
	},
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

	{ ...n8nCommunityNodesPlugin.configs.recommended, files: SHIPPED },
	{
		files: SHIPPED,
		plugins: { 'n8n-nodes-base': n8nNodesBasePlugin },
		rules: { 'no-console': 'error' },
	},
	{ files: ['package.json'], rules: n8nNodesBasePlugin.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBasePlugin.configs.credentials.rules,
			// The two exceptions that n8n's own scanner makes: the first rule is for n8n's repository,
			// the second is superseded by @n8n/community-nodes/credential-password-field.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBasePlugin.configs.nodes.rules,
			// The exceptions that n8n's own scanner makes: both rules know only the string 'main',
			// where @n8n/community-nodes/node-connection-type-literal asks for the constant.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		ignores: ['nodes/**/*.node.ts', 'nodes/**/*Context.ts'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					name: 'n8n-workflow',
					allowTypeImports: true,
					message: "Only the nodes and the modules named …Context use n8n's values.",
				},
			],
		},
	},
	{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },

	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.json', 'test/tsconfig.json', 'sandbox/page/client/tsconfig.json'],
			},
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: {
				Buffer: 'readonly',
				console: 'readonly',
				fetch: 'readonly',
				module: 'writable',
				process: 'readonly',
				require: 'readonly',
				exports: 'writable',
				__dirname: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				URL: 'readonly',
				AbortSignal: 'readonly',
			},
		},
	},
);
