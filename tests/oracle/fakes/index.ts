import type { BackEnd } from '../back-end.js';
import { onceByKey } from '../../../src/clients/error-shapes.js';
import { fakeConfluent } from './confluent.js';
import { fakeKafkajs } from './kafkajs.js';
import { fakeNestjs } from './nestjs.js';
import { fakePlatformatic } from './platformatic.js';
import { fakeNodeRdkafka } from './rdkafka.js';

/** The clients that have a fake, by module. */
const FAKES = {
  kafkajs: fakeKafkajs,
  '@confluentinc/kafka-javascript': fakeConfluent,
  'node-rdkafka': fakeNodeRdkafka,
  // A fork with the same API.
  '@platformatic/rdkafka': fakeNodeRdkafka,
  '@platformatic/kafka': fakePlatformatic,
  '@nestjs/microservices': fakeNestjs,
} as const;

const isFaked = (specifier: string): specifier is keyof typeof FAKES => Object.hasOwn(FAKES, specifier);

/** Fakes of the clients: their real error classes, their states and refusals, and answers as the run's faults say. */
export const fakes: BackEnd = {
  name: 'fakes',
  time: 'virtual',
  open: (context) => {
    const moduleOf = onceByKey((specifier: keyof typeof FAKES) => FAKES[specifier](context));
    return { moduleOf: (specifier) => (isFaked(specifier) ? moduleOf(specifier) : undefined) };
  },
};
