'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const TIMEOUT = 9000;

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA,
  'transactional.id': 'organ-tuning',
});

const tx = {
  begin: promisify(producer.beginTransaction.bind(producer)),
  commit: promisify(producer.commitTransaction.bind(producer)),
  abort: promisify(producer.abortTransaction.bind(producer)),
  close: promisify(producer.disconnect.bind(producer)),
};

function writePipes(tuning) {
  for (const pipe of tuning.pipes) {
    producer.produce('organ.pipes', null, Buffer.from(JSON.stringify(pipe)), `${tuning.organ}/${pipe.rank}/${pipe.note}`);
  }
}

/** idle -> writing -> committing -> done, with rollingBack for everything that goes wrong. */
async function publishTuning(tuning) {
  let state = 'idle';
  let failure = null;
  while (state !== 'done') {
    try {
      switch (state) {
        case 'idle':
          await tx.begin();
          state = 'writing';
          break;
        case 'writing':
          writePipes(tuning);
          state = 'committing';
          break;
        case 'committing':
          await tx.commit(TIMEOUT);
          state = 'done';
          break;
        case 'rollingBack':
          await tx.abort(TIMEOUT);
          state = 'done';
          break;
      }
    } catch (err) {
      if (state === 'idle') throw err;
      if (state === 'rollingBack') {
        await tx.close();
        throw new AggregateError([failure, err], 'tuning not rolled back');
      }
      failure = err;
      state = 'rollingBack';
    }
  }
  if (failure) throw failure;
}

module.exports = { producer, publishTuning };
