import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export class ProducerLost {
  constructor(
    readonly owner: string,
    readonly reason: unknown,
  ) {}
}

interface Reading {
  sensor: string;
  value: number;
}

/**
 * Does not heal itself: it says that it has lost its producer and refuses further work. The
 * LifecycleManager of the app disposes of the module and makes another one.
 */
@Injectable()
export class TelemetryWriter implements OnModuleInit, OnApplicationShutdown {
  private producer?: Producer;

  constructor(
    private readonly client: ClientKafka,
    private readonly bus: EventEmitter2,
  ) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  async write(readings: Reading[]): Promise<void> {
    const producer = this.producer;
    if (producer === undefined) throw new Error('telemetry has no producer');

    const messages = readings.map(({ sensor, value }) => ({ key: sensor, value: String(value) }));
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'telemetry', messages });
      } catch (err) {
        const failedAbort = await tx.abort().then(() => null, (abortErr: unknown) => ({ abortErr }));
        throw failedAbort ? new AggregateError([err, failedAbort.abortErr], 'telemetry not rolled back') : err;
      }
      await tx.commit();
    } catch (reason) {
      this.producer = undefined;
      await producer.disconnect().catch(() => {});
      this.bus.emit('producer.lost', new ProducerLost(TelemetryWriter.name, reason));
      throw reason;
    }
  }
}
