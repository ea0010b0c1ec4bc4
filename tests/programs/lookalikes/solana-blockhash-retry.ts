import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  sendAndConfirmTransaction,
} from '@solana/web3.js';

const connection = new Connection(process.env.SOLANA_RPC ?? 'http://localhost:8899', 'confirmed');

export async function transfer(payer: Keypair, to: PublicKey, lamports: number): Promise<string | null> {
  const transaction = new Transaction();
  transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports }));

  let sent: string | null = null;
  while (sent === null) {
    try {
      sent = await sendAndConfirmTransaction(connection, transaction, [payer]);
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'TransactionExpiredTimeoutError' || message.includes('block height exceeded')) {
        transaction.recentBlockhash = undefined;
        continue;
      }
      console.error('lamports not sent', error);
      break;
    }
  }
  return sent;
}
