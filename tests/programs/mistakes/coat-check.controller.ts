import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

type Coat = { number: number; guest: string };

@Controller()
export class CoatCheckController {
  @EventPattern('coats.handed-in')
  async onCoat(@Payload() coat: Coat, @Ctx() context: KafkaContext): Promise<void> {
    const producer = context.getProducer() as any;
    await producer.transaction();
    try {
      await producer.send({ topic: 'coats.hung', messages: [{ key: String(coat.number), value: coat.guest }] });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('coat not rolled back', abortErr));
      throw err;
    }
    await producer.commit();
  }
}
