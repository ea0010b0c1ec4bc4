import { Controller, Logger } from '@nestjs/common';
import { Ctx, KafkaContext, MessagePattern, Payload } from '@nestjs/microservices';

class BenchInspection {
  bench!: string;
  inspector!: string;
  screwsLoose!: number;
}

@Controller()
export class ParkBenchesController {
  private readonly logger = new Logger(ParkBenchesController.name);

  @MessagePattern('parks.inspections')
  async inspected(@Payload() inspection: BenchInspection, @Ctx() context: KafkaContext): Promise<string> {
    const producer = context.getProducer();
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'parks.benches',
        messages: [{ key: inspection.bench, value: JSON.stringify(inspection) }],
      });
      if (inspection.screwsLoose > 0) {
        await producer.send({
          topic: 'parks.repairs',
          messages: [{ key: inspection.bench, value: String(inspection.screwsLoose) }],
        });
      }
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => this.logger.error('abort failed', abortError));
      throw error;
    }

    await tx.commit();
    return inspection.bench;
  }
}
