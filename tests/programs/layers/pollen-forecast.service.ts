import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { SpanStatusCode, trace } from '@opentelemetry/api';

interface Forecast {
  region: string;
  species: 'birch' | 'grass' | 'mugwort';
  grainsPerCubicMetre: number;
}

const tracer = trace.getTracer('pollen-forecast');
const logger = new Logger('traced');

async function traced<T>(name: string, fn: () => Promise<T>): Promise<T | undefined> {
  const span = tracer.startSpan(name);
  try {
    return await fn();
  } catch (err) {
    logger.warn(`${name}: ${String(err)}`);
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(err) });
  } finally {
    span.end();
  }
}

@Injectable()
export class PollenForecastService implements OnModuleInit {
  private producer!: Producer;

  constructor(@Inject('POLLEN') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async publish(forecasts: Forecast[]): Promise<void> {
    await traced('pollen.publish', () => this.write(forecasts));
    logger.log(`${forecasts.length} forecasts are out`);
  }

  private async write(forecasts: Forecast[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'pollen.forecasts',
        messages: forecasts.map((f) => ({ key: `${f.region}/${f.species}`, value: String(f.grainsPerCubicMetre) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => logger.error('forecasts not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
