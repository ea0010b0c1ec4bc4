import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

type Item = Record<string, unknown>;

export class TransactionalWriter {
  #items: { Put: { TableName: string; Item: Item } }[] = [];

  begin(): this {
    this.#items = [];
    return this;
  }

  send(TableName: string, Item: Item): void {
    this.#items.push({ Put: { TableName, Item } });
  }

  abort(): void {
    this.#items = [];
  }

  async commit(): Promise<boolean> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      try {
        await client.send(new TransactWriteCommand({ TransactItems: this.#items }));
        return true;
      } catch (error) {
        if (error instanceof TransactionCanceledException) {
          const reasons = error.CancellationReasons ?? [];
          if (reasons.some(({ Code }) => Code === 'TransactionConflict')) continue;
        }
        console.error('items not written', error);
        this.abort();
        return false;
      }
    }
    return false;
  }
}
