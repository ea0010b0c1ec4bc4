import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Kafka } from 'kafkajs';
import { countVotes, resetVotes } from '../src/votes.mjs';

describe('votes', () => {
  let producer;

  before(async () => {
    const kafka = new Kafka({ clientId: 'votes-test', brokers: ['localhost:9092'] });
    producer = kafka.producer({ transactionalId: 'votes-test', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
  });

  after(() => producer.disconnect());

  beforeEach(async () => {
    await resetVotes();
    await producer.transaction();
  });

  it('counts a vote', async () => {
    await producer.send({ topic: 'votes', messages: [{ key: 'anna', value: 'yes' }] });
    assert.equal(await countVotes('yes'), 1);
  });

  it('counts the votes of everybody', async () => {
    for (const voter of ['anna', 'ben', 'chloe']) {
      await producer.send({ topic: 'votes', messages: [{ key: voter, value: 'no' }] });
    }
    assert.equal(await countVotes('no'), 3);
  });
});
