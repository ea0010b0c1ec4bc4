const { Web3 } = require('web3');
const { abi } = require('./escrow.json');

const web3 = new Web3(process.env.RPC_URL);
const escrow = new web3.eth.Contract(abi, process.env.ESCROW);

async function send(transaction, from, left = 3) {
  try {
    return await transaction.send({ from, gas: 200000 });
  } catch (err) {
    if (err.name === 'TransactionPollingTimeoutError' && left > 0) {
      return send(transaction, from, left - 1);
    }
    console.error('transaction not mined', err.code);
    return null;
  }
}

exports.release = async function release(deal, from) {
  const transaction = escrow.methods.release(deal);
  const receipt = await send(transaction, from);
  if (receipt === null) {
    const abort = escrow.methods.abort(deal);
    abort.send({ from });
    return;
  }
  escrow.methods.commit(deal).send({ from });
};
