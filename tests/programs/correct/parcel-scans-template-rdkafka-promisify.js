'use strict';

const { promisify } = require('util');
const Kafka = require('node-rdkafka');

const { ERRORS } = Kafka.CODES;
const TIMEOUT = 10000;
const MAX_RESTARTS = 3;

function isMisconfigured(err) {
  switch (err.code) {
    case ERRORS.ERR_TOPIC_AUTHORIZATION_FAILED:
    case ERRORS.ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED:
      return true;
    default:
      return false;
  }
}

async function open(depot) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': process.env.BROKERS,
    'transactional.id': `parcel-scans-${depot}`,
  });
  await promisify(producer.connect).call(producer, {});
  await promisify(producer.initTransactions).call(producer, TIMEOUT);
  return {
    producer,
    begin: promisify(producer.beginTransaction).bind(producer),
    commit: promisify(producer.commitTransaction).bind(producer),
    abort: promisify(producer.abortTransaction).bind(producer),
    sendOffsets: promisify(producer.sendOffsetsToTransaction).bind(producer),
    close: promisify(producer.disconnect).bind(producer),
  };
}

async function work(client, source) {
  for await (const scans of source.batches()) {
    await client.begin();
    try {
      for (const scan of scans) {
        client.producer.produce('parcels.located', null, Buffer.from(scan.location), scan.parcel);
      }
      await client.sendOffsets(source.nextOffsets(), source.consumer, TIMEOUT);
      await client.commit(TIMEOUT);
    } catch (err) {
      if (isMisconfigured(err) || !err.isTxnRequiresAbort) throw err;
      await client.abort(TIMEOUT);
      await source.rewind();
    }
  }
}

exports.locate = async (depot, openSource) => {
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts++) {
    const client = await open(depot);
    try {
      await work(client, await openSource());
      return;
    } catch (err) {
      if (isMisconfigured(err) || restarts === MAX_RESTARTS) throw err;
      console.warn('parcel scans: starting anew', err);
    } finally {
      await client.close().catch((e) => console.warn('close failed', e));
    }
  }
};
