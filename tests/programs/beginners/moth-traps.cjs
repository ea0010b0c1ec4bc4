const { promisify } = require('util')
const rdkafka = require('node-rdkafka')

const { ERR__QUEUE_FULL } = rdkafka.CODES.ERRORS

const producer = new rdkafka.Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'moth-traps-' + process.env.TRAP,
  'queue.buffering.max.messages': 1000
})

const begin = promisify(producer.beginTransaction).bind(producer)
const commit = promisify(producer.commitTransaction).bind(producer)
const abort = promisify(producer.abortTransaction).bind(producer)
const flush = promisify(producer.flush).bind(producer)

async function put (sighting) {
  const value = Buffer.from(JSON.stringify(sighting))
  for (let round = 0; ; round++) {
    try {
      producer.produce('moths', null, value, sighting.species)
      return
    } catch (err) {
      // local queue is full: nothing was sent yet, wait until it drains
      if (err.code !== ERR__QUEUE_FULL || round === 20) throw err
      await flush(1000)
    }
  }
}

async function upload (night) {
  await begin()
  try {
    for (const sighting of night) await put(sighting)
  } catch (err) {
    await abort(10000).catch((e) => console.error('abort:', e.message))
    throw err
  }

  let last
  for (let i = 0; i < 5; i++) {
    const err = await commit(10000).then(() => null, (e) => e)
    if (!err) return night.length
    if (err.isTxnRequiresAbort) {
      await abort(10000).catch((e) => console.error('abort:', e.message))
      throw err
    }
    if (!err.isRetriable) throw err
    last = err
  }
  throw new Error('commit still in doubt after five attempts', { cause: last })
}

module.exports = { producer, upload }
