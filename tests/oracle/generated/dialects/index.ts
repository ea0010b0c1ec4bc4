import type { ClientId } from '../../../../src/clients/index.js';
import type { Dialect } from '../dialect.js';
import { confluent } from './confluent.js';
import { kafkajs } from './kafkajs.js';
import { platformatic } from './platformatic.js';
import { rdkafka } from './rdkafka.js';

const BY_CLIENT: Readonly<Record<ClientId, Dialect>> = { kafkajs, confluent, platformatic, rdkafka };

/** Every client's dialect. */
export const DIALECTS: readonly Dialect[] = Object.values(BY_CLIENT);

/** A client's dialect. */
export const dialectOf = (client: ClientId): Dialect => BY_CLIENT[client];
