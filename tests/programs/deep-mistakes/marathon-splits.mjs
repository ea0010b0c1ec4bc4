import { Producer, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const log = pino({ name: 'marathon' });

const byMat = (splits) => Object.groupBy(splits, (s) => s.mat);

export class SplitPublisher {
  #producer;

  constructor(brokers, race) {
    this.#producer = new Producer({
      clientId: `marathon-${race}`,
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `marathon-${race}`,
    });
  }

  /** One request a mat, in parallel. */
  async #fanOut(tx, splits) {
    const sent = await Promise.all(
      Object.entries(byMat(splits)).map(([mat, group]) => {
        const messages = group.map((s) => ({ topic: `splits.${mat}`, key: s.bib, value: String(s.ms) }));
        return tx.send({ messages }).catch((err) => {
          log.error({ err, mat }, 'mat lost');
          return null;
        });
      }),
    );
    return sent.filter(Boolean).length;
  }

  async publish(splits) {
    const tx = await this.#producer.beginTransaction();
    let mats = 0;
    try {
      mats = await this.#fanOut(tx, splits);
    } catch (err) {
      await tx.abort().catch((abortErr) => log.warn({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit().catch(async (err) => {
      await this.#producer.close(true);
      throw err;
    });
    return mats;
  }

  close() {
    return this.#producer.close();
  }
}
