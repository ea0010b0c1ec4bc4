import { HttpException, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class PianoLessonsService {
  constructor(@Inject('LESSONS') private readonly kafka: ClientKafka) {}

  async book(pupil: string, slots: string[]): Promise<string[]> {
    const producer = await this.kafka.connect();
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'piano.lessons',
        messages: slots.map((slot) => ({ key: slot, value: pupil })),
      });
    } catch (e) {
      const error = e as any;
      await tx.abort().catch((abortError) => console.error('abort failed', abortError));

      if (error.name === 'KafkaJSNumberOfRetriesExceeded') {
        if (error.cause?.type === 'NOT_ENOUGH_REPLICAS') {
          throw new ServiceUnavailableException('too few brokers, try again later', { cause: error });
        }
        throw new ServiceUnavailableException('kafka is slow', { cause: error });
      }
      if (error.type === 'TOPIC_AUTHORIZATION_FAILED') {
        throw new HttpException('we may not write lessons', 500, { cause: error });
      }
      throw error;
    }

    await tx.commit();
    return slots;
  }
}
