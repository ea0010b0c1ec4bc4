'use strict';

const { promisify } = require('node:util');
const { RdKafka } = require('@confluentinc/kafka-javascript');
const { brokers, region } = require('./config');
const log = require('./log');

const state = { handle: undefined };

function wrap(client) {
  return {
    client,
    init: promisify(client.initTransactions.bind(client)),
    begin: promisify(client.beginTransaction.bind(client)),
    commit: promisify(client.commitTransaction.bind(client)),
    abort: promisify(client.abortTransaction.bind(client)),
    disconnect: promisify(client.disconnect.bind(client)),
  };
}

async function acquire() {
  if (state.handle) return state.handle;
  const client = new RdKafka.HighLevelProducer({
    'bootstrap.servers': brokers,
    'transactional.id': `claims-archive-${region}`,
    'enable.idempotence': true,
  });
  const handle = wrap(client);
  try {
    await promisify(client.connect.bind(client))({});
    await handle.init(30000);
  } catch (err) {
    await discard(handle);
    throw err;
  }
  state.handle = handle;
  return handle;
}

async function discard(handle) {
  if (state.handle === handle) state.handle = undefined;
  try {
    await handle.disconnect();
  } catch (err) {
    log.warn('claims: disconnect failed', err);
  }
}

async function archiveOne(claim) {
  const handle = await acquire();
  try {
    await handle.begin();
    await new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(claim));
      handle.client.produce('claims.archive', null, body, claim.number, Date.now(), (err, offset) => (err ? reject(err) : resolve(offset)));
    });
    await handle.commit(30000);
  } catch (err) {
    await discard(handle);
    throw err;
  }
}

async function archive(claims) {
  const failures = [];
  for (const claim of claims) {
    try {
      await archiveOne(claim);
    } catch (err) {
      log.error(`claim ${claim.number} was not archived`, err);
      failures.push({ claim: claim.number, err });
    }
  }
  return failures;
}

module.exports = { archive };
