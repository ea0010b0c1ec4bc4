import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';

@Injectable()
export class SchoolMeals {
  constructor(@Inject('MEALS') private readonly client: ClientKafka) {}

  async order(school: string, meals: number): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'meals.orders', messages: [{ key: school, value: String(meals) }] });
      await lastValueFrom(this.client.emit('meals.kitchen', { key: school, value: String(meals) }));
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('order not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
