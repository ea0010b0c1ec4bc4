import { EventEmitter } from 'node:events';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';
import { logger } from './logger';

export interface Reading {
  device: string;
  celsius: number;
}

export class TelemetryGateway extends EventEmitter {
  private readonly producer: Producer;
  private initialised = false;

  constructor(brokers: string, site: string) {
    super();
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `telemetry-gateway-${site}`,
      'enable.idempotence': true,
    });
    this.producer.on('ready', () => this.initialise(1));
  }

  private initialise(attempt: number): void {
    this.producer.initTransactions(10_000, (err: LibrdKafkaError) => {
      if (err) {
        logger.warn('initTransactions failed', { attempt, message: err.message });
        setTimeout(() => this.initialise(attempt + 1), Math.min(attempt, 30) * 1_000);
        return;
      }
      this.initialised = true;
      this.emit('initialised', attempt);
    });
  }

  connect(): void {
    this.producer.connect();
  }

  publish(readings: Reading[], done: (err: Error | null) => void): void {
    if (!this.initialised) {
      done(new Error('the gateway is not initialised'));
      return;
    }
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const { device, celsius } of readings) {
          this.producer.produce('telemetry', null, Buffer.from(String(celsius)), device, Date.now());
        }
      } catch (err) {
        return this.rollBack(err as Error, done);
      }
      return this.producer.commitTransaction(20_000, (err: LibrdKafkaError) => {
        if (err?.isTxnRequiresAbort) return this.rollBack(err, done);
        return done(err ?? null);
      });
    });
  }

  private rollBack(reason: Error, done: (err: Error | null) => void): void {
    this.producer.abortTransaction(10_000, (abortErr: LibrdKafkaError) => {
      if (abortErr) logger.error('abort failed', { message: abortErr.message });
      done(reason);
    });
  }
}
