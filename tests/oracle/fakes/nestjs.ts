import { createRequire } from 'node:module';
import type { RunContext } from '../back-end.js';
import { fakeKafkajs } from './kafkajs.js';

/*
 * NestJS: @nestjs/microservices 12.1.1 with its own ClientKafka (client/client-kafka.js), which makes its producers and consumers with
 * the fake of kafkajs.
 */

const require = createRequire(import.meta.url);

type Settings = Readonly<Record<string, unknown>>;
type Kafka = new (settings?: Settings) => object;
type ClientKafka = new (options: Settings) => { readonly options: Settings; createClient(): Promise<object> };

/** The module with a ClientKafka that reaches no broker. It is loaded when a program asks for it. */
export function fakeNestjs(context: RunContext): object {
  const real = require('@nestjs/microservices') as { readonly ClientKafka: ClientKafka };
  const { Kafka } = fakeKafkajs(context) as { readonly Kafka: Kafka };
  class FakeClientKafka extends real.ClientKafka {
    override createClient(): Promise<object> {
      return Promise.resolve(new Kafka(this.options['client'] as Settings | undefined));
    }
  }
  return { ...real, ClientKafka: FakeClientKafka };
}
