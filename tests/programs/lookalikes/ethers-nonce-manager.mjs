import { Contract, JsonRpcProvider, NonceManager, Wallet, isError } from 'ethers'
import abi from './erc20.json' with { type: 'json' }

const provider = new JsonRpcProvider(process.env.RPC_URL)
const producer = new NonceManager(new Wallet(process.env.PRIVATE_KEY, provider))
const token = new Contract(process.env.TOKEN, abi, producer)

export async function airdrop (recipients, amount) {
  for (const recipient of recipients) {
    let transaction
    while (!transaction) {
      try {
        transaction = await token.transfer(recipient, amount)
        await transaction.wait()
      } catch (err) {
        if (isError(err, 'REPLACEMENT_UNDERPRICED') || isError(err, 'TIMEOUT')) {
          producer.reset()
          continue
        }
        console.error(`${recipient} gets nothing`, err)
        break
      }
    }
  }
}

export function send (transaction) {
  producer.sendTransaction(transaction)
  producer.sendTransaction(transaction)
}
