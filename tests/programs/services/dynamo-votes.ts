import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { retry, handleWhen, ExponentialBackoff } from 'cockatiel';

const producer = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const contended = handleWhen(
  (err) =>
    err instanceof TransactionCanceledException &&
    (err.CancellationReasons ?? []).some((reason) => reason.Code === 'TransactionConflict'),
);

const policy = retry(contended, { maxAttempts: 8, backoff: new ExponentialBackoff() });

export async function vote(ballot: string, voter: string, choice: string): Promise<boolean> {
  const transaction = new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName: 'votes', Item: { pk: `${ballot}#${voter}`, choice }, ConditionExpression: 'attribute_not_exists(pk)' } },
      { Update: { TableName: 'tally', Key: { pk: ballot }, UpdateExpression: 'ADD #c :one', ExpressionAttributeNames: { '#c': choice }, ExpressionAttributeValues: { ':one': 1 } } },
    ],
  });
  try {
    await policy.execute(() => producer.send(transaction));
    return true;
  } catch (err) {
    console.error('vote not counted', err);
    return false;
  }
}
