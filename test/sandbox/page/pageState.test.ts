import type { LogRow, PageState } from '../../../sandbox/page/client/pageState';
import { BLANK, MAX_LOG_ROWS, withChange } from '../../../sandbox/page/client/pageState';

function row(id: string): LogRow {
	const texts = { severity: 'INFO', kind: 'a', message: 'b', user: '', device: '' };
	return { id, createdAtMs: 1, visibleAtMs: 1, ...texts, state: 'waiting', isPressed: false };
}

function idsOf({ log }: PageState): string[] {
	return log.map(({ id }) => id);
}

it('new events come on top, the newest first', () => {
	const state = withChange(BLANK, { events: [row('a'), row('b')], logSize: 2 });
	expect(idsOf(withChange(state, { events: [row('c')] }))).toEqual(['c', 'b', 'a']);
});

it('of more events than are shown, the newest stay', () => {
	const events = Array.from({ length: MAX_LOG_ROWS + 5 }, (_, index) => row(String(index)));
	const state = withChange(withChange(BLANK, { events: [row('old')] }), { events });
	expect(state.log).toHaveLength(MAX_LOG_ROWS);
	expect(idsOf(state).at(0)).toBe(String(MAX_LOG_ROWS + 4));
	expect(idsOf(state)).not.toContain('old');
});

it('parts are replaced, others stay, and the state before stays as it was', () => {
	const state = withChange(BLANK, { events: [row('a')], sinkUrl: 'http://sink' });
	const delivered = withChange(state, { delivered: ['a', 'gone'] });
	expect(delivered).toEqual({ ...state, log: [{ ...row('a'), state: 'delivered' }] });
	expect(state.log[0]?.state).toBe('waiting');
});
