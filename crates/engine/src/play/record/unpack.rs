//! Files that are packed with gzip or zstd, recognised by their first bytes.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{format::check_kind, source::Source};

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The text of a stream, unpacked if it is packed with gzip or zstd.
///
/// # Errors
/// The stream cannot be read.
pub fn unpack<'a>(mut input: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let begin = input.fill_buf()?;
    Ok(if begin.starts_with(GZIP) {
        Box::new(BufReader::new(MultiGzDecoder::new(input)))
    } else if begin.starts_with(ZSTD) {
        Box::new(BufReader::new(ZstdReader {
            input,
            decoder: FrameDecoder::new(),
            is_in_frame: false,
        }))
    } else {
        Box::new(input)
    })
}

/// The text of a file of records in memory: unpacked, and decoded if it is not UTF-8.
///
/// # Errors
/// The file is an archive, is damaged, or has a text of more than `most` bytes.
pub fn text_of(bytes: &[u8], most: usize) -> Result<String, String> {
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let mut unpacked = Vec::new();
    unpack(bytes)
        .and_then(|input| input.take(limit).read_to_end(&mut unpacked))
        .map_err(|error| error.to_string())?;
    if unpacked.len() > most {
        return Err(format!(
            "the text is too long: at most {} MiB are allowed",
            most >> 20
        ));
    }
    check_kind(&unpacked)?;
    let mut source = Source::decoding(&unpacked[..]);
    let mut text = String::new();
    while let Some(line) = source.line().map_err(|error| error.to_string())? {
        text.push_str(&line.text);
        text.push('\n');
    }
    Ok(text)
}

/// Unpacks all frames of a zstd stream.
struct ZstdReader<R> {
    input: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    /// Begins the next frame. Returns false at the end of the stream.
    fn begin_frame(&mut self) -> io::Result<bool> {
        use FrameDecoderError::ReadFrameHeaderError as Header;
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.is_in_frame = true;
                    return Ok(true);
                }
                Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let mut skipped = self.input.by_ref().take(length.into());
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum of a zstd frame is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_in_frame && !self.begin_frame()? {
                break;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.input, one);
                decoded.map_err(io::Error::other)?;
            }
            let length = self.decoder.read(buffer)?;
            if length > 0 {
                return Ok(length);
            }
            self.end_frame()?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "dvonn startpos moves c3 d3\n";

    fn unpacked(bytes: &[u8]) -> io::Result<String> {
        io::read_to_string(unpack(bytes)?)
    }

    #[test]
    fn text_stays_as_it_is() {
        assert_eq!(unpacked(TEXT.as_bytes()).expect("text"), TEXT);
        assert_eq!(unpacked(b"").expect("text"), "");
    }

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(bytes).expect("memory");
        gzip.finish().expect("memory")
    }

    #[test]
    fn gzip_and_zstd_are_unpacked() {
        let gzip = gzipped(TEXT.as_bytes());
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let zstd = ruzstd::encoding::compress_to_vec(TEXT.as_bytes(), level);
        for packed in [gzip, zstd] {
            assert_eq!(unpacked(&packed).expect("packed text"), TEXT);
            // Packed files may be put together.
            let twice = unpacked(&packed.repeat(2)).expect("packed text");
            assert_eq!(twice, TEXT.repeat(2));
            let half = packed.get(..packed.len() - 5).expect("a part");
            assert!(unpacked(half).is_err());
        }
        // A frame of other data, which is skipped.
        let skipped = b"\x50\x2a\x4d\x18\x02\0\0\0ab";
        let mut zstd = ruzstd::encoding::compress_to_vec(TEXT.as_bytes(), level);
        zstd.extend(skipped);
        assert_eq!(unpacked(&zstd).expect("packed text"), TEXT);
    }

    #[test]
    fn the_text_of_a_file_is_unpacked_and_decoded() {
        let latin = b"[P1 \"Zo\xeb\"]";
        let packed = gzipped(latin);
        for bytes in [&latin[..], &packed] {
            assert_eq!(text_of(bytes, 20).as_deref(), Ok("[P1 \"Zoë\"]\n"));
        }
        let (cut, _) = packed.split_at(15);
        for (bytes, most) in [(&packed[..], 5), (b"PK\x03\x04\xff", 20), (cut, 20)] {
            assert!(text_of(bytes, most).is_err(), "{bytes:?}");
        }
    }
}
