import { expect, it } from 'vitest';
import { reports } from './reports.js';

const batcher = (methods: string): string => `
const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');
class Batcher {
  pending = 0;
  constructor(config) {
    this.producer = new Producer({ ...config, 'transactional.id': 'clicks' });
    METHODS
  }
  ${methods}
  async drop() {
    this.pending = 0;
    await this.abortTransaction(1000).catch((error) => this.close(error));
  }
  async flush() {
    this.pending = 0;
    await this.commitTransaction(1000);
  }
  async close(reason) {
    await this.disconnect();
    throw reason;
  }
}
module.exports = (config) => new Batcher(config);
`;

const NAMES = ['beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect'];
/** The methods under their names: each by itself, or in a loop. */
const TAKEN_OVER = {
  'one by one': NAMES.map((name) => `this.${name} = promisify(this.producer.${name}).bind(this.producer);`),
  'in a loop': [
    `for (const name of ${JSON.stringify(NAMES)}) this[name] = promisify(this.producer[name]).bind(this.producer);`,
  ],
};

it.each(Object.entries(TAKEN_OVER))(
  'a transaction that is gone on with in the next call is left to who ends it, with methods taken over %s',
  (_, lines) => {
    const program = (begin: string): string =>
      batcher(`async append(click) {
    ${begin}
    try {
      this.producer.produce('clicks', null, Buffer.from(click.url));
    } catch (error) {
      await this.drop();
      throw error;
    }
    if (++this.pending >= 1000) await this.flush();
  }`).replace('METHODS', lines.join('\n    '));

    expect(reports(program('if (this.pending === 0) await this.beginTransaction();'), 'batcher.cjs')).toEqual(
      [],
    );
    // Each call begins its own.
    expect(reports(program('await this.beginTransaction();'), 'batcher.cjs')).toEqual([
      'require-transaction-end: await this.beginTransaction();',
    ]);
  },
);

it('an abort where nothing could begin goes on with nothing', () => {
  const program = batcher(`async append(click) {
    try {
      await this.beginTransaction();
      if (!click) return;
      this.producer.produce('clicks', null, Buffer.from(click.url));
      await this.flush();
    } catch (error) {
      await this.drop();
      throw error;
    }
  }`).replace('METHODS', TAKEN_OVER['one by one'].join('\n    '));

  expect(reports(program, 'batcher.cjs')).toContain(
    'require-transaction-end: await this.beginTransaction();',
  );
});
