import { parsePath, pathsOf, readPath } from '../../../../nodes/OrgEventLog/events/fieldPaths';

it.each([
	['plain', 'plain.plain'],
	['with.dot', 'with\\.dot.with\\.dot'],
	['back\\slash', 'back\\\\slash.back\\\\slash'],
	['back\\.dot', 'back\\\\\\.dot.back\\\\\\.dot'],
])('the path of a field called %s is %s, and finds it again', (name, path) => {
	const fields = { [name]: { [name]: 'value' } };
	expect(pathsOf(fields)).toEqual([path]);
	expect(readPath(fields, parsePath(path))).toBe('value');
});
