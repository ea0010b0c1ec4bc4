'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const producer = new Producer({ 'metadata.broker.list': 'radio:9092', 'transactional.id': 'radio-playlist' });

const init = promisify(producer.initTransactions.bind(producer));
const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

exports.open = () => init(5000);

exports.schedule = async function schedule(tracks) {
  await begin();
  try {
    tracks.forEach((track) => producer.produce('radio.playlist', null, Buffer.from(track.title), track.slot));
  } catch (err) {
    await abort(5000).catch((abortErr) => console.error('playlist: abort failed', abortErr));
    throw err;
  }
  let resumes = 5;
  while (true) {
    try {
      await commit(5000);
      return;
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await abort(5000).catch((abortErr) => console.error('playlist: abort failed', abortErr));
        throw err;
      } else if (err.isRetriable) {
        resumes -= 1;
        if (resumes === 0) throw err;
      } else {
        console.error('playlist: commit failed', err);
        throw err;
      }
    }
  }
};
