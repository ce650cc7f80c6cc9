import type { EventSource } from '../eventLog';
import type { EventRecord, FilterName, UserPrincipal } from '../eventRecord';
import type { JsonObject, JsonValue } from '../exactJson';
import { DEFAULT_ORG_ID, DEFAULT_ORG_NAME } from '../makeEvent';
import type { EventKind, ServiceEntry } from './catalogue';
import { EVENT_KINDS, serviceAccountsOf, servicesOf } from './catalogue';
import { extrasOf } from './extras';
import { oddMessage } from './messages';
import type { Seat } from './people';
import { seatsOf } from './people';
import { pick, share } from './randomness';
import { uuidFrom } from './uuid';

const SEATS = 400;
const SERVICES = 40;
const SERVICE_ACCOUNTS = 20;
const GROUPS = 12;
const EXTERNAL_IDS = 500;
/** Each event's traits are hashes of seed, index and one of these. */
const SALT = {
	kind: 1,
	seat: 2,
	severity: 3,
	service: 4,
	account: 5,
	message: 6,
	gap: 7,
	external: 8,
	extra: 9,
	group: 10,
	result: 12,
	id: 20,
} as const;
const GAP_SHARE = 0.02;
const EXTERNAL_SHARE = 0.1;

const KINDS_BY_WEIGHT = EVENT_KINDS.flatMap((kind) => Array<EventKind>(kind.weight).fill(kind));

/** The six ways in which the principal of a real event can have a gap. */
function withGap({ user, device }: Seat, gap: number): UserPrincipal | null | undefined {
	const ways = [
		null,
		undefined,
		{ device, user: null },
		{ device: null, user },
		{ device, user: { ...user, groups: null } },
		{ user },
	];
	return ways[Math.floor(gap * ways.length)];
}

function withNames(text: string, seat: Seat, service: ServiceEntry | undefined): string {
	return text
		.replace('{user}', seat.user.email)
		.replace('{device}', seat.device.friendly_name)
		.replace('{service}', service?.name ?? '');
}

/** The history of one organization: any event of it, made from the seed and the event's index. */
export class OrganizationEvents implements EventSource {
	private readonly seats: readonly Seat[];
	private readonly services: readonly ServiceEntry[];
	private readonly accounts = serviceAccountsOf(SERVICE_ACCOUNTS);
	private readonly extras;

	constructor(private readonly seed: number) {
		this.seats = seatsOf(seed, SEATS);
		this.services = servicesOf(seed, SERVICES);
		this.extras = extrasOf(seed);
	}

	eventAt(index: number, createdAtMs: number): EventRecord {
		const kind = this.kindAt(index);
		const service = this.serviceAt(index);
		const text = withNames(kind.message, this.seatAt(index), service);
		return {
			id: this.idAt(index),
			orgId: DEFAULT_ORG_ID,
			orgName: DEFAULT_ORG_NAME,
			groupId: `group-${Math.floor(this.share(index, SALT.group) * GROUPS)}`,
			severity: this.severityAt(index),
			action: kind.action,
			type: kind.type,
			subType: kind.subType,
			message: oddMessage(text, this.share(index, SALT.message)),
			result: pick(kind.severities, this.share(index, SALT.result)),
			createdAtMs,
			userPrincipal: this.principalAt(index),
			externalId: this.externalIdAt(index),
			serviceName: service?.name,
			workloadContainerId: service?.containerId,
			serviceAccountName: this.accountAt(index),
			extra: this.extraAt(index, kind, service),
		};
	}

	attributeAt(index: number, name: FilterName): string | undefined {
		switch (name) {
			case 'id':
				return this.idAt(index);
			case 'type':
			case 'subType':
			case 'action':
				return this.kindAt(index)[name];
			case 'severity':
				return this.severityAt(index);
			case 'userEmail':
				return this.principalAt(index)?.user?.email;
			case 'deviceId':
				return this.principalAt(index)?.device?.id;
			case 'serialNumber':
				return this.principalAt(index)?.device?.serial_number;
			case 'serviceName':
				return this.serviceAt(index)?.name;
			case 'workloadContainerId':
				return this.serviceAt(index)?.containerId;
			case 'serviceAccountName':
				return this.accountAt(index);
			case 'externalId':
				return this.externalIdAt(index);
		}
	}

	private share(index: number, salt: number): number {
		return share(this.seed, index, salt);
	}

	private idAt(index: number): string {
		return uuidFrom(this.seed, index, SALT.id);
	}

	private kindAt(index: number): EventKind {
		return pick(KINDS_BY_WEIGHT, this.share(index, SALT.kind));
	}

	private severityAt(index: number): string {
		return pick(this.kindAt(index).severities, this.share(index, SALT.severity));
	}

	private seatAt(index: number): Seat {
		// Squared: some people are busier than others.
		return pick(this.seats, this.share(index, SALT.seat) ** 2);
	}

	private principalAt(index: number): UserPrincipal | null | undefined {
		const gap = this.share(index, SALT.gap);
		const seat = this.seatAt(index);
		return gap < GAP_SHARE ? withGap(seat, gap / GAP_SHARE) : seat.principal;
	}

	private serviceAt(index: number): ServiceEntry | undefined {
		if (this.kindAt(index).concerns !== 'service') return undefined;
		return pick(this.services, this.share(index, SALT.service));
	}

	private accountAt(index: number): string | undefined {
		if (this.kindAt(index).concerns !== 'serviceAccount') return undefined;
		return pick(this.accounts, this.share(index, SALT.account));
	}

	private externalIdAt(index: number): string | undefined {
		const drawn = this.share(index, SALT.external);
		if (drawn >= EXTERNAL_SHARE) return undefined;
		return `EXT-${Math.floor((drawn / EXTERNAL_SHARE) * EXTERNAL_IDS)}`;
	}

	private extraAt(
		index: number,
		kind: EventKind,
		service: ServiceEntry | undefined,
	): JsonObject | undefined {
		const account = this.accountAt(index);
		const members: Record<string, JsonValue> = {};
		if (service) members['service'] = service.shown;
		if (account !== undefined) members['service_account'] = { name: account };
		for (const extra of kind.extras) {
			members[extra] = pick(this.extras[extra], this.share(index, SALT.extra));
		}
		return members;
	}
}
