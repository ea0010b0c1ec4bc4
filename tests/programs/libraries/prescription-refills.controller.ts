import { Controller, Logger, UseInterceptors } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload, RpcException } from '@nestjs/microservices';
import { RefillDto } from './dto/refill.dto';
import { RefillRepository } from './refill.repository';
import { TracingInterceptor } from '../tracing/tracing.interceptor';

@Controller()
@UseInterceptors(TracingInterceptor)
export class PrescriptionRefillsController {
  private readonly logger = new Logger(PrescriptionRefillsController.name);

  constructor(private readonly refills: RefillRepository) {}

  @EventPattern('prescriptions.refill-requested')
  async onRefill(@Payload() refill: RefillDto, @Ctx() context: KafkaContext): Promise<void> {
    const pharmacy = await this.refills.pharmacyOf(refill.prescription);
    const tx = await context.getProducer().transaction();
    try {
      await tx.send({
        topic: 'pharmacies.refills',
        messages: [{ key: pharmacy.id, value: JSON.stringify(refill) }],
      });
      const { offset } = context.getMessage();
      await tx.sendOffsets({
        consumerGroupId: 'refills-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: (BigInt(offset) + 1n).toString() }],
          },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error('refill not rolled back', abortErr));
      throw new RpcException({ status: 'error', cause: err });
    }
    await tx.commit();
    this.logger.debug(`refill ${refill.prescription} handed to ${pharmacy.id}`);
  }
}
