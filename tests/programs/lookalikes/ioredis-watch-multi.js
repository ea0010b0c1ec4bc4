const Redis = require('ioredis')

const redis = new Redis()

async function withdraw (account, amount) {
  while (true) {
    await redis.watch(account)
    const balance = Number(await redis.get(account))
    if (balance < amount) {
      return false
    }
    const transaction = redis.multi()
    transaction.decrby(account, amount)
    transaction.publish('withdrawals', JSON.stringify({ account, amount }))
    try {
      const result = await transaction.exec()
      if (result === null) continue
      return true
    } catch (err) {
      if (err.name === 'AbortError' || err.message.includes('TIMEOUT')) {
        transaction.discard()
        continue
      }
      console.error(err)
      return false
    }
  }
}

exports.withdraw = withdraw

exports.subscribe = (handler) => {
  redis.subscribe('withdrawals')
  redis.on('message', async (channel, message) => {
    await handler(JSON.parse(message))
  })
}
