import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

interface Transactional {
  readonly producer: Producer;
  readonly logger: Logger;
}

type Body<A extends unknown[], R> = (this: Transactional, tx: Transaction, ...args: A) => Promise<R>;

/** Method decorator: the method gets a transaction in front of what its callers pass. */
function InTransaction(): MethodDecorator {
  return (_target, name, descriptor: PropertyDescriptor) => {
    const body = descriptor.value as Body<unknown[], unknown>;
    descriptor.value = async function (this: Transactional, _none: undefined, ...args: unknown[]) {
      const tx = await this.producer.transaction();
      let result: unknown;
      try {
        result = await body.call(this, tx, ...args);
      } catch (err) {
        this.logger.error(`${String(name)} failed`, err as Error);
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], `${String(name)} not rolled back`);
        }
        throw err;
      }
      await tx.commit();
      return result;
    };
  };
}

@Injectable()
export class LifeguardRota implements OnModuleInit, Transactional {
  readonly logger = new Logger(LifeguardRota.name);
  producer!: Producer;

  constructor(@Inject('ROTA_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  @InTransaction()
  async swap(tx: Transaction | undefined, beach: string, from: string, to: string): Promise<string> {
    await tx!.send({ topic: 'rota.released', messages: [{ key: from, value: beach }] });
    await tx!.send({ topic: 'rota.assigned', messages: [{ key: to, value: beach }] });
    return `${beach}: ${from} -> ${to}`;
  }
}
