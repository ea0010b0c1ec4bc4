import rdkafka from 'node-rdkafka';

const { Producer } = rdkafka;
const TIMEOUT = 10_000;

export class Archive {
  #producer;

  constructor(brokers) {
    this.#producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `archive-uploads-${process.env.SHARD}`,
    });
  }

  /** @param {{ path: string, digest: string }[]} files */
  upload(files) {
    return new Promise((resolve, reject) => {
      this.#producer.beginTransaction((beginErr) => {
        if (beginErr) {
          reject(beginErr);
          return;
        }
        try {
          for (const { path, digest } of files) {
            this.#producer.produce('archive.files', null, Buffer.from(digest), path, Date.now());
          }
        } catch (err) {
          this.#rollBack(() => reject(err));
          return;
        }
        this.#producer.commitTransaction(TIMEOUT, (commitErr) => {
          if (!commitErr) {
            resolve(files.length);
          } else if (commitErr.isTxnRequiresAbort) {
            this.#rollBack(() => reject(commitErr));
          } else {
            this.#producer.disconnect(TIMEOUT, () => reject(commitErr));
          }
        });
      });
    });
  }

  #rollBack(then) {
    this.#producer.abortTransaction(TIMEOUT, (err) => {
      if (err) {
        console.error('upload not rolled back, closing', err);
        this.#producer.disconnect(TIMEOUT, then);
      } else {
        then();
      }
    });
  }
}
