'use strict';

const { promisify } = require('node:util');
const { HighLevelProducer } = require('@confluentinc/kafka-javascript').RdKafka;

const TIMEOUT_MS = 10000;

/** Opens a producer for one constituency. */
async function openWriter(constituency) {
  const producer = new HighLevelProducer({
    'bootstrap.servers': process.env.KAFKA,
    'transactional.id': `vote-tally-${constituency}`,
  });
  const writer = {
    connect: promisify(producer.connect.bind(producer)),
    init: promisify(producer.initTransactions.bind(producer)),
    begin: promisify(producer.beginTransaction.bind(producer)),
    produce: promisify(producer.produce.bind(producer)),
    commit: promisify(producer.commitTransaction.bind(producer)),
    abort: promisify(producer.abortTransaction.bind(producer)),
    close: promisify(producer.disconnect.bind(producer)),
  };
  await writer.connect({});
  await writer.init(TIMEOUT_MS);
  return writer;
}

async function publishTally(constituency, votes, attempt = 1) {
  const writer = await openWriter(constituency);
  try {
    await writer.begin();
    for (const vote of votes) {
      await writer.produce('votes.tally', null, Buffer.from(String(vote.count)), vote.party, Date.now());
    }
  } catch (err) {
    // closing gives the open transaction up
    await writer.close(TIMEOUT_MS);
    throw err;
  }

  let commitError = null;
  try {
    await writer.commit(TIMEOUT_MS);
  } catch (err) {
    commitError = err;
  }
  await writer.close(TIMEOUT_MS);

  if (commitError === null) {
    return votes.length;
  }
  if (commitError.isRetriable && attempt < 3) {
    console.warn('commit of %s timed out, publishing again', constituency);
    return publishTally(constituency, votes, attempt + 1);
  }
  throw commitError;
}

module.exports = { publishTally };
