//! The results of a suite as a JUnit report, the XML that services for continuous integration show. A file
//! is a test suite and a record a test case.

use std::fmt::Write;
use std::time::Duration;

use ringstack::rules::printable;
use ringstack::suite::{CheckResult, Record};

use crate::commands::markup;
use crate::commands::numbers::count;

/// A report that grows record by record.
#[derive(Debug, Default)]
pub struct JunitReport {
    suites: Vec<TestSuite>,
}

/// The records of a file.
#[derive(Debug, Default)]
struct TestSuite {
    name: String,
    tests: usize,
    failures: usize,
    /// Records during which the engine failed.
    errors: usize,
    skipped: usize,
    time: Duration,
    /// The elements of the test cases.
    cases: String,
}

impl JunitReport {
    /// Begins the records of a file.
    pub fn begin(&mut self, file: &str) {
        self.suites.push(TestSuite {
            name: text(file),
            ..TestSuite::default()
        });
    }

    /// Adds a record of the last file.
    pub fn add(&mut self, record: &Record, result: &CheckResult, time: Duration) {
        if let Some(suite) = self.suites.last_mut() {
            suite.add(record, result, time);
        }
    }

    /// The report.
    pub fn xml(&self) -> String {
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
        for TestSuite {
            name,
            tests,
            failures,
            errors,
            skipped,
            time,
            cases,
        } in &self.suites
        {
            let time = time.as_secs_f64();
            // Writing into a string cannot fail.
            let _ = write!(
                xml,
                "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" \
                 errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time:.3}\">\n{cases}</testsuite>\n"
            );
        }
        xml.push_str("</testsuites>\n");
        xml
    }
}

impl TestSuite {
    fn add(&mut self, record: &Record, result: &CheckResult, time: Duration) {
        self.tests += 1;
        self.time += time;
        let inner = if let Some(first) = result.failures.first() {
            let (element, number) = match result.is_broken {
                true => ("error", &mut self.errors),
                false => ("failure", &mut self.failures),
            };
            *number += 1;
            let message = text(&first.to_string());
            let all: Vec<String> = result
                .failures
                .iter()
                .map(|f| text(&f.to_string()))
                .collect();
            let all = all.join("\n");
            format!("<{element} message=\"{message}\">{all}</{element}>")
        } else if result.skipped > 0 && result.skipped == record.facts.len() {
            self.skipped += 1;
            let skipped = count(result.skipped as u64, "fact");
            format!("<skipped message=\"{skipped} not checked\"/>")
        } else {
            String::new()
        };
        let (file, name, time) = (&self.name, text(&record.id), time.as_secs_f64());
        let _ = writeln!(
            self.cases,
            "<testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" line=\"{}\" \
             time=\"{time:.3}\">{inner}</testcase>",
            record.line
        );
    }
}

/// A text for XML, which allows no control characters and not these two.
fn text(text: &str) -> String {
    markup::escape(&printable(text)).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack::suite::{WrongFact, read};

    #[test]
    fn a_report_counts_and_escapes() {
        let text = "id a\nvariant dvonn\nturn p1\n\nid b\nvariant dvonn\ncount 3\n\nid c\nvariant dvonn\nturn p1\nperft 9 9\n";
        let records = read(text).expect("records");
        let wrong = |text: &str| CheckResult {
            failures: vec![WrongFact {
                line: 7,
                id: "b".to_owned(),
                text: text.to_owned(),
            }],
            ..CheckResult::default()
        };
        let skipped = |skipped| CheckResult {
            skipped,
            ..CheckResult::default()
        };
        let broken = CheckResult {
            is_broken: true,
            ..wrong("gone")
        };
        let results = [skipped(1), wrong("\"<&\u{1}"), skipped(1), broken];
        let mut report = JunitReport::default();
        report.begin("a&b.suite");
        for (record, result) in records.iter().chain(&records).zip(&results) {
            report.add(record, result, Duration::from_millis(2));
        }
        let xml = report.xml();
        for part in [
            "name=\"a&amp;b.suite\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"0.008\"",
            "name=\"b\" file=\"a&amp;b.suite\" line=\"5\" time=\"0.002\"",
            "&quot;&lt;&amp;\\u{1}",
        ] {
            assert!(xml.contains(part), "{part}: {xml}");
        }
        // A record that was partly checked has passed.
        assert_eq!(xml.matches("<skipped ").count(), 1, "{xml}");
        assert_eq!(xml.matches("</testcase>").count(), 4, "{xml}");
    }
}
