import { RuleTester } from '../rule-tester.js';
import { validTransactionalProducer } from '../../src/rules/valid-transactional-producer.js';

new RuleTester().run('what valid-transactional-producer offers', validTransactionalProducer, {
  valid: [],
  invalid: [
    {
      name: 'asks a person to set what is missing',
      code: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({
  transactionalId: 'orders',
});
export const begin = () => producer.transaction();
`,
      errors: [
        {
          messageId: 'setting',
          suggestions: [
            {
              messageId: 'setRequired',
              data: { setting: 'idempotent: true, maxInFlightRequests', value: '1' },
              output: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({
  transactionalId: 'orders',
  idempotent: true, maxInFlightRequests: 1,
});
export const begin = () => producer.transaction();
`,
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to set what is missing on one line',
      code: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders', idempotent: true });
export const begin = () => producer.transaction();
`,
      errors: [
        {
          messageId: 'setting',
          suggestions: [
            {
              messageId: 'setRequired',
              data: { setting: 'maxInFlightRequests', value: '1' },
              output: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
export const begin = () => producer.transaction();
`,
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to set what is wrong',
      code: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders', idempotent: false, maxInFlightRequests: 1 });
export const begin = () => producer.transaction();
`,
      errors: [
        {
          messageId: 'setting',
          suggestions: [
            {
              messageId: 'setRequired',
              data: { setting: 'idempotent', value: 'true' },
              output: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
export const begin = () => producer.transaction();
`,
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing for an id that is another one at every start',
      code: `
import { Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: randomUUID(), idempotent: true, maxInFlightRequests: 1 });
export const begin = () => producer.transaction();
`,
      errors: [{ messageId: 'randomId' }],
    },
  ],
});
