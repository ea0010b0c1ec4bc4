import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

enum Decision {
  Granted = 'granted',
  Refused = 'refused',
}

class PermitApplication {
  id!: string;
  plot!: string;
  storeys!: number;
}

type WithType = { type?: string; cause?: { type?: string } };

const isFenced = (error: unknown): boolean => {
  const { type, cause } = error as WithType;
  return (type ?? cause?.type) === 'INVALID_PRODUCER_EPOCH';
};

@Controller()
export class PermitEventsController {
  private readonly logger = new Logger(PermitEventsController.name);

  constructor(@Inject('PERMITS') private readonly permits: ClientKafka) {}

  private decide({ storeys }: PermitApplication): Decision {
    return storeys > 4 ? Decision.Refused : Decision.Granted;
  }

  @EventPattern('permits.applications')
  async apply(@Payload() application: PermitApplication, @Ctx() context: KafkaContext): Promise<void> {
    const after = BigInt(context.getMessage().offset) + 1n;
    const tx = await this.permits.producer.transaction();
    try {
      await tx.send({
        topic: `permits.${this.decide(application)}`,
        messages: [{ key: application.plot, value: application.id }],
      });
      await tx.sendOffsets({
        consumerGroupId: 'permits-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: after.toString() }],
          },
        ],
      });
    } catch (error) {
      if (isFenced(error)) {
        this.logger.fatal('another instance has taken over');
        process.exit(75);
      }
      await tx.abort().catch((abortError: unknown) => this.logger.error(String(abortError)));
      throw error;
    }
    await tx.commit().catch((error: unknown) => {
      this.logger.fatal(`outcome of ${application.id} unknown: ${String(error)}`);
      process.exit(74);
    });
  }
}
