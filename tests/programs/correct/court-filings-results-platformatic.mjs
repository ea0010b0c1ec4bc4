import { Producer, stringSerializers } from '@platformatic/kafka'

const ok = (value) => ({ ok: true, value })
const failed = (error) => ({ ok: false, error })

export class CourtFilings {
  constructor (bootstrapBrokers, court) {
    this.producer = new Producer({
      clientId: 'court-filings',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `court-filings-${court}`
    })
  }

  async file (filings) {
    const transaction = await this.producer.beginTransaction()
    try {
      for (const filing of filings) {
        await transaction.send({
          messages: [{ topic: 'court.filings', key: filing.docket, value: JSON.stringify(filing) }]
        })
      }
    } catch (error) {
      await transaction.abort().catch((abortError) => {
        console.error('filings not rolled back', abortError)
      })
      return failed(error)
    }

    try {
      await transaction.commit()
      return ok(filings.length)
    } catch (error) {
      await this.producer.close(true)
      return failed(error)
    }
  }

  close () {
    return this.producer.close()
  }
}
