const { Level } = require('level')

const db = new Level('./outbox', { valueEncoding: 'json' })

class Producer {
  transaction () {
    const chained = db.batch()
    return {
      send: ({ topic, messages }) => {
        messages.forEach((message, i) => chained.put(`${topic}/${Date.now()}/${i}`, message))
      },
      commit: () => chained.write(),
      abort: () => chained.close()
    }
  }
}

const producer = new Producer()

async function store (topic, messages) {
  const tx = await producer.transaction()
  let tries = 0
  while (tries < 3) {
    try {
      tx.send({ topic, messages })
      await tx.commit()
      return true
    } catch (err) {
      if (err.code !== 'LEVEL_DATABASE_NOT_OPEN') {
        await tx.abort()
        return false
      }
      tries++
    }
  }
  return false
}

module.exports = { store }
