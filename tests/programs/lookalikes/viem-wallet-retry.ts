import { createWalletClient, http, parseEther, TimeoutError, type Hash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import pRetry from 'p-retry';

const producer = createWalletClient({
  account: privateKeyToAccount(process.env.PRIVATE_KEY as Hash),
  chain: mainnet,
  transport: http(),
});

export async function pay(to: `0x${string}`, ether: string): Promise<Hash | undefined> {
  const transaction = { to, value: parseEther(ether) };
  try {
    return await pRetry(() => producer.sendTransaction(transaction), { retries: 5 });
  } catch (error) {
    if (error instanceof TimeoutError) {
      return producer.sendTransaction(transaction);
    }
    console.error('payment not sent', error);
  }
  return undefined;
}

export function payAll(recipients: Array<`0x${string}`>): void {
  recipients.forEach(async (to) => {
    await pay(to, '0.01');
  });
}
