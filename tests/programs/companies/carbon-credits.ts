import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { log } from './log';

export interface Credit {
  serial: string;
  owner: string;
  tonnes: number;
}

type Category = 'abortable' | 'fenced' | 'configuration' | 'other';

const FENCING = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'];
const CONFIGURATION = ['TOPIC_AUTHORIZATION_FAILED', 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'INVALID_TOPIC_EXCEPTION'];

function categorize(err: Error): Category {
  if (!GenericError.isGenericError(err)) return 'other';
  const kafkaError = err as GenericError;
  const has = (apiId: string) => Boolean(kafkaError.findBy('apiId', apiId));
  if (has('TRANSACTION_ABORTABLE')) return 'abortable';
  if (FENCING.some(has)) return 'fenced';
  if (CONFIGURATION.some(has)) return 'configuration';
  return 'other';
}

function makeProducer(registry: string) {
  return new Producer({
    clientId: 'carbon-credits',
    bootstrapBrokers: ['kafka-a:9092', 'kafka-b:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `carbon-${registry}`,
  });
}

export class CarbonRegistry {
  #producer;

  constructor(readonly name: string) {
    this.#producer = makeProducer(name);
  }

  async transfer(credits: Credit[]): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: credits.map((credit) => ({
          topic: 'carbon.transfers',
          key: credit.serial,
          value: JSON.stringify(credit),
        })),
      });
    } catch (err) {
      switch (categorize(err as Error)) {
        case 'fenced':
          await this.#replace();
          throw err;
        case 'configuration':
          log.error('not allowed, or no such topic', err);
        // falls through
        default:
          await tx.abort().catch((abortErr) => {
            log.warn('abort failed', abortErr);
            return this.#replace();
          });
          throw err;
      }
    }

    try {
      await tx.commit();
    } catch (err) {
      if (categorize(err as Error) === 'abortable') {
        await tx.abort().catch((abortErr) => log.warn('abort failed', abortErr));
      }
      await this.#replace();
      throw err;
    }
  }

  stop = () => this.#producer.close(true);

  async #replace(): Promise<void> {
    await this.stop();
    this.#producer = makeProducer(this.name);
  }
}
