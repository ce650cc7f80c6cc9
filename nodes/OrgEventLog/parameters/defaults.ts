import type { Order } from '../api/page';

// Defaults that were chosen for a reason, and those that several places need. Numbers and switches have theirs in
// numberFields and switches; a list whose first choice is plainly the default has it where it is described and read.

/** People ask first who it was. */
export const DEFAULT_GROUP_BY = ['who'];
export const MAX_GROUP_BY = 4;

/** The API's own default for List, and what a person looks for first: the newest events. */
export const DEFAULT_ORDER: Order = 'DESC';

/** Whoever reads a report begins at its beginning. */
export const DEFAULT_FILE_ORDER: Order = 'ASC';

/** Most people open a report in a spreadsheet, where only a workbook keeps text as text and times as dates. */
export const DEFAULT_FILE_FORMAT = 'xlsx';

export const DEFAULT_BURST_GROUP = 'who';

export const DEFAULT_SUPPRESSION_GROUP = 'happening';
