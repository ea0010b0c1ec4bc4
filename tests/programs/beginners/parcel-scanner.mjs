import { Producer, stringSerializers } from '@platformatic/kafka'

export function createScanner (bootstrapBrokers, depot) {
  const producer = new Producer({
    clientId: 'parcel-scanner',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `parcel-scanner-${depot}`
  })

  function scan (parcel, done) {
    const messages = [
      { topic: 'parcels.scans', key: parcel.code, value: depot },
      { topic: 'parcels.weights', key: parcel.code, value: String(parcel.grams) }
    ]

    producer.beginTransaction({}, (err, tx) => {
      if (err) return done(err)

      tx.send({ messages }, (err) => {
        if (err) {
          tx.abort((abortErr) => {
            done(abortErr ? new AggregateError([err, abortErr], 'scan not rolled back') : err)
          })
          return
        }

        tx.commit((err) => {
          if (!err) return done(null, parcel.code)
          producer.close(true, () => done(err))
        })
      })
    })
  }

  return { scan, producer }
}
