const { Web3 } = require('web3')

const web3 = new Web3(process.env.RPC_URL)
const abi = require('./token.json')

const token = new web3.eth.Contract(abi, process.env.TOKEN)

async function transfer (from, to, amount) {
  const transaction = token.methods.transfer(to, amount)
  for (let i = 0; i < 5; i++) {
    try {
      const gas = await transaction.estimateGas({ from })
      const receipt = await transaction.send({ from, gas })
      return receipt.transactionHash
    } catch (err) {
      if (err.code === 'TIMEOUT' || /nonce too low/.test(err.message)) {
        continue
      }
      console.error('transfer failed', err)
      return null
    }
  }
  return null
}

function fireAndForget (from, to, amount) {
  token.methods.transfer(to, amount).send({ from })
    .on('transactionHash', (hash) => console.log(hash))
    .on('error', (err) => {
      console.error(err)
      fireAndForget(from, to, amount)
    })
}

module.exports = { fireAndForget, transfer }
