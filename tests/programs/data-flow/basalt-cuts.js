'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const WAIT = 20000;
const RESUMES = 5;

class CutLedger {
  constructor(config, log) {
    this.log = log;
    this.producer = new Producer({ ...config, 'transactional.id': 'basalt-cuts', 'enable.idempotence': true });
    for (const method of ['beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[method] = promisify(this.producer[method]).bind(this.producer);
    }
    this.state = 'idle';
  }

  async record(cuts) {
    let cause = null;
    let resumes = 0;
    await this.beginTransaction();
    this.state = 'open';

    for (;;) {
      switch (this.state) {
        case 'open':
          try {
            for (const cut of cuts) {
              this.producer.produce('quarry.cuts', null, Buffer.from(JSON.stringify(cut)), cut.block);
            }
            this.state = 'committing';
          } catch (err) {
            cause = err;
            this.state = 'aborting';
          }
          break;
        case 'committing':
          try {
            await this.commitTransaction(WAIT);
            this.state = 'idle';
            return;
          } catch (err) {
            cause = err;
            if (err.isTxnRequiresAbort) this.state = 'aborting';
            else if (!err.isRetriable || ++resumes > RESUMES) this.state = 'closing';
          }
          break;
        case 'aborting':
          try {
            await this.abortTransaction(WAIT);
            this.state = 'idle';
            throw cause;
          } catch (err) {
            if (err === cause) throw cause;
            this.log.error({ err }, 'abort failed');
            this.state = 'closing';
          }
          break;
        default:
          await this.disconnect(WAIT).catch((err) => this.log.error({ err }, 'not closed'));
          throw cause;
      }
    }
  }
}

module.exports = { CutLedger };
