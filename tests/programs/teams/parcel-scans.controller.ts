import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

interface ParcelScan {
  parcel: string;
  depot: string;
  weightGrams: number;
}

namespace Offsets {
  export const GROUP = 'parcel-scans-server';

  /** The position to commit once the message of this context is done. */
  export function after(context: KafkaContext) {
    const offset = (BigInt(context.getMessage().offset) + 1n).toString();
    return {
      consumerGroupId: GROUP,
      topics: [{ topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset }] }],
    };
  }
}

@Controller()
export class ParcelScansController {
  private readonly logger = new Logger('ParcelScans');

  @EventPattern('parcels.scanned')
  async onScan(@Payload() scan: ParcelScan, @Ctx() context: KafkaContext): Promise<void> {
    const heavy = scan.weightGrams > 30_000;
    const tx = await context.getProducer().transaction();

    try {
      await tx.send({
        topic: heavy ? 'parcels.freight' : 'parcels.sorted',
        messages: [{ key: scan.depot, value: JSON.stringify(scan) }],
      });
      await tx.sendOffsets(Offsets.after(context));
    } catch (err) {
      await this.giveUp(tx, scan);
      throw err;
    }

    await tx.commit();
    this.logger.debug(`parcel ${scan.parcel} at ${scan.depot}`);
  }

  private async giveUp(tx: Transaction, scan: ParcelScan): Promise<void> {
    try {
      await tx.abort();
    } catch (err) {
      this.logger.error(`parcel ${scan.parcel} could not be rolled back`, err);
    }
  }
}
