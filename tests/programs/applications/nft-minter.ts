import Web3, { type Contract, type TransactionReceipt } from 'web3';
import { abi } from './abi';

const NONCE_TOO_LOW = -32000;

interface Mint {
  to: string;
  uri: string;
}

export class Minter {
  readonly #web3: Web3;
  readonly #contract: Contract<typeof abi>;
  #nonce?: bigint;

  constructor(rpcUrl: string, address: string, private readonly privateKey: string) {
    this.#web3 = new Web3(rpcUrl);
    this.#contract = new this.#web3.eth.Contract(abi, address);
  }

  async mint({ to, uri }: Mint, attempt = 1): Promise<TransactionReceipt | null> {
    const { eth } = this.#web3;
    const sender = eth.accounts.privateKeyToAccount(this.privateKey).address;
    this.#nonce ??= await eth.getTransactionCount(sender, 'pending');

    const transaction = {
      from: sender,
      to: this.#contract.options.address,
      data: this.#contract.methods.mint(to, uri).encodeABI(),
      gas: 250_000n,
      gasPrice: await eth.getGasPrice(),
      nonce: this.#nonce,
    };
    const { rawTransaction } = await eth.accounts.signTransaction(transaction, this.privateKey);
    try {
      const receipt = await eth.sendSignedTransaction(rawTransaction);
      this.#nonce += 1n;
      return receipt;
    } catch (err) {
      const { code } = err as { code?: number };
      this.#nonce = undefined;
      if (code === NONCE_TOO_LOW && attempt < 4) {
        return this.mint({ to, uri }, attempt + 1);
      }
      console.error('not minted', uri, err);
      return null;
    }
  }
}
