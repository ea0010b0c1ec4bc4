import { Body, Controller, Inject, Logger, Post } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { ProducerRecord } from '@nestjs/microservices/external/kafka.interface';

class SheetDto {
  readonly folio!: string;
  readonly calf!: string;
  readonly squareCm!: number;
}

type Sink = (record: ProducerRecord) => Promise<unknown>;

@Controller('vellum')
export class VellumController {
  private readonly logger = new Logger(VellumController.name);

  constructor(@Inject('VELLUM_KAFKA') private readonly client: ClientKafka) {}

  @Post('sheets')
  async cut(@Body() sheets: SheetDto[]): Promise<{ cut: number }> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();

    const sinks: Record<'sheets' | 'ledger', Sink> = {
      sheets: (record) => tx.send(record),
      ledger: (record) => producer.send(record),
    };

    try {
      for (const { folio, ...sheet } of sheets) {
        await sinks.sheets({ topic: 'vellum.sheets', messages: [{ key: folio, value: JSON.stringify(sheet) }] });
      }
      const area = sheets.reduce((sum, { squareCm }) => sum + squareCm, 0);
      await sinks.ledger({ topic: 'vellum.ledger', messages: [{ key: 'cut', value: String(area) }] });
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      throw error;
    }

    await tx.commit();
    return { cut: sheets.length };
  }
}
