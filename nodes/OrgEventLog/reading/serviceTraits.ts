import type { BoundsInclude } from '../api/page';

/**
 * What reading has found out about a service from its answers, of all that the specification leaves
 * open. Readers of the same log in the same order may share it.
 */
export interface ServiceTraits {
	/** Which of the API's bounds are known to include the instant that they name. */
	boundsInclude: BoundsInclude;
	/** A page length that was seen to be cut although fewer events came than were asked for. */
	pageCap: number;
	longestPage: number;
	ignoresSkip: boolean | undefined;
	/** From which end of a window pages come. */
	pagesComeFrom: 'near' | 'far' | undefined;
	/** The position of the log's last event, where it is known to have it to itself. */
	loneEnd: number | undefined;
	/** The service's own clock in its latest answer that told it, epoch milliseconds. */
	serviceTimeMs: number | undefined;
}

export function unknownTraits(): ServiceTraits {
	return {
		boundsInclude: { after: false, before: false },
		pageCap: Infinity,
		longestPage: 0,
		ignoresSkip: undefined,
		pagesComeFrom: undefined,
		loneEnd: undefined,
		serviceTimeMs: undefined,
	};
}
