import { newSecret, type PlantedDecoy } from '../../../sandbox/secrets/decoys';
import { ENCODING_NAMES } from '../../../sandbox/secrets/encodings';
import { parseOptions } from '../../../sandbox/secrets/options';
import type { Find } from '../../../sandbox/secrets/search';
import { hasPassed, judge } from '../../../sandbox/secrets/verdict';

const DECOY: PlantedDecoy = { secret: newSecret('decoy'), place: 'database', as: 'text' };
const DECOY_FINDS = ENCODING_NAMES.map((encoding) => find('decoy', 'database', encoding));

function find(secret: string, place: string, encoding = 'plain'): Find {
	return { secret, place, name: 'somewhere', encoding };
}

it('nothing found, and each decoy found, is what it takes', () => {
	expect(hasPassed(judge(DECOY_FINDS, [DECOY]))).toBe(true);
	expect(hasPassed(judge(DECOY_FINDS.slice(1), [DECOY]))).toBe(false);
	expect(hasPassed(judge([], [DECOY]))).toBe(false);
});

it('a secret fails it wherever it is', () => {
	for (const place of ['database', 'log', 'file', 'browser', 'push', 'stranger']) {
		const verdict = judge([...DECOY_FINDS, find('access token 1', place)], [DECOY]);
		expect(verdict.found).toHaveLength(1);
		expect(hasPassed(verdict)).toBe(false);
	}
});

it('what n8n itself shows of an echo is counted apart, and only where n8n shows it', () => {
	const name = 'the apiKey of “HTTP Request, hostile, key”';
	expect(judge([find(name, 'database')], [])).toMatchObject({ found: [], byN8n: [{}] });
	expect(judge([find(name, 'stranger')], [])).toMatchObject({ found: [{}], byN8n: [] });
	expect(judge([find('the apiKey of “nodes, hostile, key”', 'database')], [])).toMatchObject({
		found: [{}],
		byN8n: [],
	});
});

it('the command line takes --keep, and names what it refuses', () => {
	expect(parseOptions([])).toEqual({ keep: false, help: false });
	expect(parseOptions(['--keep'])).toEqual({ keep: true, help: false });
	expect(() => parseOptions(['--kept'])).toThrow('--kept');
});
