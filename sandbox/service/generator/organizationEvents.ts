import type { EventSource } from '../eventLog';
import type { EventRecord, FilterName, UserPrincipal } from '../eventRecord';
import type { JsonObject, JsonValue } from '../exactJson';
import { DEFAULT_ORG_ID, DEFAULT_ORG_NAME, NO_DEVICE, NOBODY } from '../makeEvent';
import { EVENT_KINDS, type EventKind } from './catalogue';
import { extrasOf } from './extras';
import { oddMessage } from './messages';
import { type Seat, seatsOf } from './people';
import { pick, share } from './randomness';
import { type RefusedClient, refusalMessage, refusedClientsOf } from './refusedClients';
import { type ClientRequest, requestsOf } from './requests';
import { NO_SERVICE, type ServiceEntry, serviceAccountsOf, servicesOf } from './services';
import { uuidFrom } from './uuid';

const SEATS = 400;
const SERVICES = 40;
const SERVICE_ACCOUNTS = 20;
const REFUSED_CLIENTS = 24;
const STRANGERS = 40;
const GROUPS = 12;
const SESSIONS = 500;
/** Each event's traits are hashes of seed, index and one of these. */
const SALT = {
	kind: 1,
	seat: 2,
	service: 4,
	account: 5,
	message: 6,
	gap: 7,
	session: 8,
	extra: 9,
	group: 10,
	client: 11,
	request: 12,
	toldAgain: 13,
	id: 20,
} as const;
const GAP_SHARE = 0.02;
/** Of the refusals of a client, how many tell of an earlier one. */
const TOLD_AGAIN_SHARE = 0.35;
/** Of the steps of signing in, how many are for a service. */
const SERVICE_SHARE = 0.3;

const KINDS_BY_WEIGHT = EVENT_KINDS.flatMap((kind) => Array<EventKind>(kind.weight).fill(kind));

/** The six ways in which the principal of a real event can have a gap. */
function withGap(principal: UserPrincipal, gap: number): UserPrincipal | null | undefined {
	const { user, device } = principal;
	const ways = [
		null,
		undefined,
		{ ...principal, user: null },
		{ ...principal, device: null },
		{ device, user: user && { ...user, groups: null } },
		{ user },
	];
	return ways[Math.floor(gap * ways.length)];
}

/** The history of one organization: any event of it, made from the seed and the event's index. */
export class OrganizationEvents implements EventSource {
	private readonly seats: readonly Seat[];
	private readonly accounts = serviceAccountsOf(SERVICE_ACCOUNTS);
	private readonly refusedClients: readonly RefusedClient[];
	private readonly strangers: readonly ClientRequest[][];
	private readonly extras;

	constructor(private readonly seed: number) {
		const services = servicesOf(seed, SERVICES);
		this.seats = seatsOf(seed, SEATS, services);
		this.refusedClients = refusedClientsOf(seed, REFUSED_CLIENTS, services);
		this.strangers = Array.from({ length: STRANGERS }, (_, index) =>
			requestsOf(seed, 2_000 + index, `192.0.2.${index + 1}`, services),
		);
		this.extras = extrasOf(seed);
	}

	eventAt(index: number, createdAtMs: number): EventRecord {
		const kind = this.kindAt(index);
		const service = this.serviceAt(index);
		return {
			id: this.idAt(index),
			orgId: DEFAULT_ORG_ID,
			orgName: DEFAULT_ORG_NAME,
			groupId: `group-${Math.floor(this.share(index, SALT.group) * GROUPS)}`,
			severity: kind.severity,
			action: kind.action,
			type: kind.type,
			subType: kind.subType,
			message: oddMessage(this.messageAt(index, createdAtMs), this.share(index, SALT.message)),
			result: kind.result,
			createdAtMs,
			userPrincipal: this.principalAt(index),
			externalId: this.externalIdAt(index),
			serviceName: service?.name,
			workloadContainerId: service?.containerId,
			serviceAccountName: this.accountAt(index)?.name,
			extra: this.extraAt(index, service),
		};
	}

	attributeAt(index: number, name: FilterName): string | undefined {
		switch (name) {
			case 'id':
				return this.idAt(index);
			case 'type':
			case 'subType':
			case 'action':
			case 'severity':
				return this.kindAt(index)[name];
			case 'userEmail':
				return this.principalAt(index)?.user?.email || undefined;
			case 'deviceId':
				return this.principalAt(index)?.device?.id || undefined;
			case 'serialNumber':
				return this.principalAt(index)?.device?.serial_number || undefined;
			case 'serviceName':
				return this.serviceAt(index)?.name;
			case 'workloadContainerId':
				return this.serviceAt(index)?.containerId;
			case 'serviceAccountName':
				return this.accountAt(index)?.name;
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

	private messageAt(index: number, createdAtMs: number): string {
		const { who, message } = this.kindAt(index);
		if (who !== 'refusedClient') return message;
		const isToldAgain = this.share(index, SALT.toldAgain) < TOLD_AGAIN_SHARE;
		const [client, request] = [this.refusedClientAt(index), this.requestAt(index)];
		return refusalMessage(client, request, createdAtMs, isToldAgain);
	}

	private seatAt(index: number): Seat {
		// Squared: some people are busier than others.
		return pick(this.seats, this.share(index, SALT.seat) ** 2);
	}

	private refusedClientAt(index: number): RefusedClient {
		// Cubed: one client makes a third of what all of them do.
		return pick(this.refusedClients, this.share(index, SALT.client) ** 3);
	}

	private requestAt(index: number): ClientRequest {
		return pick(this.requestsAt(index), this.share(index, SALT.request));
	}

	private requestsAt(index: number): readonly ClientRequest[] {
		switch (this.kindAt(index).who) {
			case 'refusedClient':
				return this.refusedClientAt(index).requests;
			case 'person':
				return this.seatAt(index).requests;
			case 'stranger':
			case 'serviceAccount':
				return pick(this.strangers, this.share(index, SALT.client));
		}
	}

	private principalAt(index: number): UserPrincipal | null | undefined {
		const { who, device: view, showsClient } = this.kindAt(index);
		const seat = this.seatAt(index);
		const isPerson = who === 'person';
		const principal: UserPrincipal = {
			device: isPerson ? seat.device[view] : NO_DEVICE,
			user: isPerson ? seat.user : NOBODY,
			client: showsClient ? this.requestAt(index).client : undefined,
		};
		const gap = this.share(index, SALT.gap);
		return gap < GAP_SHARE ? withGap(principal, gap / GAP_SHARE) : principal;
	}

	private serviceAt(index: number): ServiceEntry | undefined {
		const { service } = this.kindAt(index);
		const isShown =
			service === 'always' ||
			(service === 'sometimes' && this.share(index, SALT.service) < SERVICE_SHARE);
		return isShown ? this.requestAt(index).service : undefined;
	}

	private accountAt(index: number): { readonly name: string } | undefined {
		if (this.kindAt(index).who !== 'serviceAccount') return undefined;
		return pick(this.accounts, this.share(index, SALT.account));
	}

	private externalIdAt(index: number): string | undefined {
		if (!this.kindAt(index).hasSession) return undefined;
		return `EXT-${Math.floor(this.share(index, SALT.session) * SESSIONS)}`;
	}

	private extraAt(index: number, service: ServiceEntry | undefined): JsonObject {
		const members: Record<string, JsonValue> = { service: service?.shown ?? NO_SERVICE };
		const account = this.accountAt(index);
		if (account !== undefined) members['service_account'] = account;
		for (const extra of this.kindAt(index).extras) {
			members[extra] =
				extra === 'link'
					? this.requestAt(index).link
					: pick(this.extras[extra], this.share(index, SALT.extra));
		}
		return members;
	}
}
