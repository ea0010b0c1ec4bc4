import 'reflect-metadata';
import * as nest from '@nestjs/microservices';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { moduleShapeOf, typeOf } from '../../src/clients/index.js';
import { NEST_MODULES } from '../../src/clients/nestjs.js';

const require = createRequire(import.meta.url);

function memberNames(value: object): string[] {
  const names: string[] = [];
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  return names;
}

describe('the tables of NestJS', () => {
  it.each([
    ['nestClient', nest.ClientKafka],
    ['nestServer', nest.ServerKafka],
    ['nestContext', nest.KafkaContext],
  ])('has members that a %s has', (type, { prototype }) => {
    const installed = memberNames(prototype);
    const missing = Object.keys(typeOf('kafkajs', type).members).filter((name) => !installed.includes(name));
    expect(missing).toEqual([]);
  });

  it.each(Object.keys(NEST_MODULES))('names a module that exists: %s', (specifier) => {
    // Only types, or a folder with an index: the package maps paths to files.
    const folders = ['client', 'ctx-host', 'interfaces', 'server'].map(
      (name) => `@nestjs/microservices/${name}`,
    );
    expect(() =>
      require.resolve(folders.includes(specifier) ? `${specifier}/index` : specifier),
    ).not.toThrow();
  });

  it('leads to the producers of kafkajs', () => {
    const context = typeOf('kafkajs', 'nestContext').members['getProducer'];
    expect(context).toMatchObject({ returns: 'producer' });
    const parts = typeOf('kafkajs', 'nestServerParts').members['2'];
    expect(parts).toMatchObject({ type: 'producer' });
    expect(moduleShapeOf('@nestjs/microservices/external/kafka.interface')).toMatchObject({
      client: 'kafkajs',
      shape: { types: { Producer: 'producer', Transaction: 'transaction' } },
    });
  });

  it('unwraps a client to kafkajs’s Kafka, and a server to its parts', () => {
    const client = new nest.ClientKafka({});
    const server = new nest.ServerKafka({});
    Object.assign(client, { client: 'kafka' });
    Object.assign(server, { client: 'kafka', consumer: 'consumer', producer: 'producer' });
    expect(client.unwrap()).toBe('kafka');
    expect(server.unwrap()).toEqual(['kafka', 'consumer', 'producer']);
    expect(typeOf('kafkajs', 'nestClient').members['unwrap']).toMatchObject({ returns: 'kafka' });
  });
});
