// Each gives a program one line, in which a transactional producer of the client is made.

export const kafkajs = (code: string): string =>
  "import { Kafka } from 'kafkajs'; const producer = new Kafka({ brokers: ['kafka:9092'] }).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });" +
  code;

export const confluent = (code: string): string =>
  "import { KafkaJS } from '@confluentinc/kafka-javascript'; const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({ kafkaJS: { transactionalId: 'orders' } });" +
  code;

/** The callbacks of node-rdkafka as promises, where a program wants them. */
export const rdkafka = (code: string): string =>
  "import Kafka from 'node-rdkafka'; import { promisify } from 'node:util'; const producer = new Kafka.Producer({ 'bootstrap.servers': 'kafka:9092', 'transactional.id': 'orders' }); const begin = promisify(producer.beginTransaction.bind(producer)), commit = promisify(producer.commitTransaction.bind(producer)), abort = promisify(producer.abortTransaction.bind(producer));" +
  code;

export const platformatic = (code: string): string =>
  "import { Producer } from '@platformatic/kafka'; const producer = new Producer({ clientId: 'orders', bootstrapBrokers: ['kafka:9092'], idempotent: true, transactionalId: 'orders' });" +
  code;

export const nestjs = (code: string): string =>
  "import { ClientKafka } from '@nestjs/microservices'; import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';" +
  code;
