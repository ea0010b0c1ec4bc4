import { Web3 } from 'web3';

const web3 = new Web3(process.env.RPC_URL);
const account = web3.eth.accounts.privateKeyToAccount(process.env.KEY);

async function sign(to, value) {
  const transaction = { from: account.address, to, value, gas: 21_000n, gasPrice: await web3.eth.getGasPrice() };
  return account.signTransaction(transaction);
}

export async function sweep(targets) {
  const receipts = [];
  for (const { to, value } of targets) {
    let signed = await sign(to, value);
    let sent = false;
    while (!sent) {
      try {
        receipts.push(await web3.eth.sendSignedTransaction(signed.rawTransaction));
        sent = true;
      } catch (err) {
        if (err.code !== 432) {
          console.error('not swept', to, err);
          break;
        }
        signed = await sign(to, value);
      }
    }
  }
  return receipts;
}
