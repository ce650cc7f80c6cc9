import type { BrowserTest } from '../browserTest';
import type { Stage } from '../stage';
import { ALERT_TESTS } from './alertTests';
import { CREDENTIAL_TESTS } from './credentialTests';
import { EXAMPLE_TESTS } from './exampleTests';
import { PAGE_TESTS } from './pageTests';
import { READING_TESTS } from './readingTests';
import { TRIGGER_TESTS } from './triggerTests';

/** Everything that has to hold in the browser, in the order in which it is tried. */
export const ALL_TESTS: ReadonlyArray<BrowserTest<Stage>> = [
	...CREDENTIAL_TESTS,
	...READING_TESTS,
	...TRIGGER_TESTS,
	...EXAMPLE_TESTS,
	...ALERT_TESTS,
	...PAGE_TESTS,
];
