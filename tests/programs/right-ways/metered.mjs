import { Histogram, Counter } from 'prom-client';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const seconds = new Histogram({ name: 'kafka_tx_seconds', help: 'duration', labelNames: ['operation'] });
const failures = new Counter({ name: 'kafka_tx_failures', help: 'failures', labelNames: ['operation', 'code'] });

/** Measures an operation. Counting an error is not handling it: it is thrown on as it came. */
async function metered(operation, call) {
  const end = seconds.startTimer({ operation });
  try {
    return await call();
  } catch (err) {
    failures.inc({ operation, code: err.code ?? 'none' });
    throw err;
  } finally {
    end();
  }
}

export class MeteredLedger {
  #producer;

  constructor(brokers) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: 'metered-ledger', idempotent: true } });
  }

  open() {
    return metered('init', () => this.#producer.connect());
  }

  async post(postings) {
    const producer = this.#producer;
    await metered('begin', () => producer.transaction());

    const sent = await metered('send', () =>
      producer.send({ topic: 'ledger', messages: postings.map((p) => ({ key: p.account, value: `${p.cents}` })) }),
    ).then(
      () => null,
      (err) => ({ err }),
    );
    if (sent !== null) {
      await metered('abort', () => producer.abort()).catch((err) => this.#close('abort', err));
      throw sent.err;
    }

    await metered('commit', () => producer.commit()).catch(async (err) => {
      await this.#close('commit', err);
      throw err;
    });
  }

  /** After this every later post() is refused: connect() works once only. */
  async #close(after, why) {
    console.error(`ledger: closing after a failed ${after}`, why);
    await this.#producer.disconnect().catch((err) => console.error('ledger: not closed', err));
  }
}
